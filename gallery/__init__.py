"""One example of every report and chart, made from data that scikit-learn carries."""
