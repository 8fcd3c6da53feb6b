"""Labels: confusion tables of classes, of sets of labels, of data sets."""
