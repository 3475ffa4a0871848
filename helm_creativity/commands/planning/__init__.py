"""What a run would cost, before any model is asked."""
