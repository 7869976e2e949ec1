/** The text of a file, inserted by the bundler. */
declare module "*/templates/discord-js/bot.js";
declare module "*/templates/discord-py/bot.py";
