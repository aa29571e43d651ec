"""What benchmarks/compare is made of: the machine's counters, the targets, the workloads, a measurement, the report."""
