"""How fast readpath is, and in how much memory, side by side with the programs that people use today.

python -m benchmarks
"""
