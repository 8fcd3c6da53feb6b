"""Strange calls, made up by a seeded generator, of everything that is public: what assay promises must hold for all."""
