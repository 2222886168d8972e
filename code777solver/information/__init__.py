"""Which answers matter most.

``questions``  what an answer would tell, and what the answers given have told, in bits
``futures``    how many more answers it will take, by sampling (imports numba)
"""
