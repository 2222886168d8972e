"""Information of questions and answers, and rankings of possible racks.

``questions``   information of possible and of given answers, in bits
``candidates``  possible racks, number codes and kinds of tiles, ranked
``futures``     number of further answers needed, by sampling (imports numba)
"""
