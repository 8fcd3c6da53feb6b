"""The roads that calls share, written over tasks: judge one model, compare several, judge folds."""
