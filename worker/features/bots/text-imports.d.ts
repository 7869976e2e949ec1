/** The text of a file, as the bundler puts it in. */
declare module "*/templates/discord-js/bot.js";
declare module "*/templates/discord-py/bot.py";
