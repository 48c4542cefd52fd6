"""What things cost, measured: `make bench` prints it and writes it as JSON."""
