"""What each message advises, and what a user does who follows it: one table a module of `assay.errors`."""
