"""Compiled code only: numpy and numba, nothing else of this package.

Kernels never raise, take their output arrays from the caller, and read no module tables; whoever calls them checks
shapes, dtypes and ranges first. Importing this package imports numba, so only bulk work does.

``bits256``     a value of 256 bits that lives in one vector register
``predicates``  what each kind of card answers, for all racks at once, and rows of bit masks made from it
``positions``   the racks that survive in many positions
``breaker``     Code Breaker: answers of all pairs, scores of guesses, the exact search
"""
