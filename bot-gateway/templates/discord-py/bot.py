# This file is the bot: the command centre runs it with Python. Save it, then press Restart to run what you saved.
# Guide to discord.py: https://discordpy.readthedocs.io
import time

import command_centre
import discord
from discord import app_commands

# client_options() asks Discord for what the recruitment pipeline needs: the server, its members, who is in voice
# and who is online. To hear of more, switch on further intents, here the messages people write:
#
#   options["intents"].guild_messages = True
#   options["intents"].message_content = True
#
# Presences, server members and message content must also be switched on in Discord's Developer Portal, under
# Bot > Privileged Gateway Intents.
options = command_centre.client_options()
client = discord.Client(**options)
tree = app_commands.CommandTree(client)
started = int(time.time())

# Presence, voice, joining and leaving now reach the command centre by themselves; nothing else is needed for it.
command_centre.attach(client)


# A slash command: its name, and what the bot does when somebody uses it. It has three seconds to reply; if
# something takes longer, call `await interaction.response.defer()` first and `await interaction.followup.send("…")`
# when it is done. Copy these lines to make another command.
@tree.command(name="ping", description="Shows that the bot is awake", guild=command_centre.guild)
async def ping(interaction: discord.Interaction) -> None:
    await interaction.response.send_message(f"Pong! I have been awake since <t:{started}:R>.", ephemeral=True)


# Discord has let the bot in; this happens again after a lost connection. What print() prints appears on the Logs
# tab, and an error appears there with the line that caused it.
@client.event
async def on_ready() -> None:
    print(f"Signed in as {client.user.name}.")
    await command_centre.register_commands(tree)


# Signs in with the token from the Settings tab. Stop logs the bot out again; nothing has to be written for that.
command_centre.run(client)
