"""What is done with runs beside making them: plan, forget."""
