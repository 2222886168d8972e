"""Which answers matter most.

``questions``   what an answer would tell, and what the answers given have told, in bits
``candidates``  what is left, ranked: racks, number codes and kinds of tiles
``futures``     how many more answers it will take, by sampling (imports numba)
"""
