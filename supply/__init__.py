"""What assay is made of and made into: its oldest dependencies, their licences, known holes, the built files."""
