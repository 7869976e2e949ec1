#!/bin/sh
# Runs $WORKERD so that Linux ends it with the process that started it, however that ends. Where `setpriv` of util-linux is
# missing, such as on macOS, it outlives a process that is killed, and the next start refuses its data and names its port.
tie="setpriv --pdeathsig KILL"
$tie true 2>/dev/null || tie=
exec $tie "$WORKERD" "$@"
