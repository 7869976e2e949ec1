/** The text of a file, as the bundler puts it in. */
declare module "*/templates/discord-js/bot.js" {
  const text: string;
  export default text;
}
declare module "*/templates/discord-py/bot.py" {
  const text: string;
  export default text;
}
