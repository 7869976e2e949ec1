#!/bin/sh
# Expected: discord.js says of a token with a line end behind it, as a copied line has, that the token is invalid.
# Seen: the line end goes into a header, which undici refuses before anything is sent: the error speaks of a header, not of a token.
# The product trims tokens where they are typed.
. "$(dirname "$0")/run.sh"
install discord.js@14.28.1
cat > try.mjs <<'JS'
import { Client } from "discord.js";
const client = new Client({ intents: [] });
await client.login("MTEwMDAwMDAwMA.Gabcde.abcdefghijklmnopqrstuvwxyz0123456789AB\n").catch((error) => console.log(`${error.name} ${error.code}: ${error.message}`));
await client.destroy();
JS
seen 'InvalidArgumentError UND_ERR_INVALID_ARG: invalid Authorization header' "$(node try.mjs)"
