# What the compiled twin of recall.py has of its own. It reads `value.__dict__` as `_room(value)`: C's own way to what lies
# beside the fields of a value, without a look at its class.
cdef extern from *:
    """
    #define __grognard_room(value) PyObject_GenericGetDict(value, NULL)
    """
    dict _room "__grognard_room"(object value)

cdef object _UNKNOWN, _watch
cdef dict _recent

cdef object _known(object memo, object key)
cdef object _keep(dict room, str name, object most, object key, object found)
