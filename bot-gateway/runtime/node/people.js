/** The most users that are remembered; beyond it the oldest entries are removed. */
const PEOPLE = 25_000;

const STATUSES = new Set(["online", "idle", "dnd", "offline"]);
/** Channel types with voice: voice and stage. */
const VOICE_TYPES = new Set([2, 13]);

/** Whether a value is an id; Discord promises no field of an event by its type. @param {unknown} value */
const isId = (value) => typeof value === "string" && value !== "";
const isObject = (value) => typeof value === "object" && value !== null;
/** The objects of a list, none where it is no list. @param {unknown} value */
const objectsOf = (value) => (Array.isArray(value) ? value.filter(isObject) : []);

/** @param {string} text */
const short = (text) => text.slice(0, 100).replace(/[\ud800-\udbff]$/, "");

/**
 * The users of one guild as far as Discord has reported them. Reads the raw dispatches of the gateway, so that it
 * does not depend on the caches of discord.js.
 */
export class People {
  isSeeded = false;
  #guildId;
  /** @type {Map<string, { name: string, isBot: boolean, status: string, channel: string | null, joined: string, isPending: boolean }>} */
  #people = new Map();
  /** @type {Map<string, string>} */
  #channels = new Map();

  /** @param {string} guildId */
  constructor(guildId) {
    this.#guildId = guildId;
  }

  /** Returns the activities that one dispatch means, in order; none when it changes nothing. */
  take(name, data) {
    const guildId = name === "GUILD_CREATE" ? data?.id : data?.guild_id;
    if (!this.#guildId || guildId !== this.#guildId) return [];
    switch (name) {
      case "GUILD_CREATE":
        return data.unavailable ? [] : this.#seed(data);
      case "CHANNEL_CREATE":
      case "CHANNEL_UPDATE":
        this.#nameChannel(data);
        return [];
      case "GUILD_MEMBERS_CHUNK":
        return objectsOf(data.members).flatMap((member) => this.#screen(member));
      case "GUILD_MEMBER_ADD":
        return [...this.#screen(data), ...this.#join(data)];
      case "GUILD_MEMBER_UPDATE":
        return this.#screen(data);
      case "GUILD_MEMBER_REMOVE": {
        if (!this.meet(data.user)) return [];
        const items = [...this.#voice(data.user.id, null), ...this.#item(data.user.id, "server_leave", null)];
        this.#people.delete(data.user.id);
        return items;
      }
      case "VOICE_STATE_UPDATE":
        if (data.member?.user) this.meet(data.member.user);
        return this.#voice(data.user_id, data.channel_id);
      case "PRESENCE_UPDATE":
        this.meet(data.user);
        return this.#presence(data.user?.id, data.status);
      default:
        return [];
    }
  }

  /** Yields the presence of each user who is not offline, and the channel of each user in voice, as activities. */
  *present() {
    for (const [id, { status, channel }] of this.#people) {
      if (status !== "offline") yield* this.#item(id, "presence", status);
      if (channel) yield* this.#item(id, "voice_join", this.#channels.get(channel) ?? null);
    }
  }

  /** Stores the name and bot flag of a user object; Discord often sends the id alone. Null for a user without one. */
  meet(user) {
    if (!isId(user?.id)) return null;
    let person = this.#people.get(user.id);
    if (!person) {
      person = { name: "", isBot: false, status: "offline", channel: null, joined: "", isPending: false };
      if (this.#people.size >= PEOPLE) this.#people.delete(this.#people.keys().next().value);
      this.#people.set(user.id, person);
    }
    if (typeof user.username === "string" && user.username) person.name = short(user.username);
    if (user.bot === true) person.isBot = true;
    return person;
  }

  /** Stores the state of a GUILD_CREATE; returns activities only for a later one, which follows a lost session. */
  #seed(guild) {
    this.#channels.clear();
    for (const channel of objectsOf(guild.channels)) this.#nameChannel(channel);
    const accepted = objectsOf(guild.members).flatMap((member) => this.#screen(member));
    const voice = new Map(objectsOf(guild.voice_states).map((state) => [state.user_id, state.channel_id]));
    const statuses = new Map(objectsOf(guild.presences).map(({ user, status }) => [user?.id, status]));
    const missed = [...new Set([...this.#people.keys(), ...voice.keys(), ...statuses.keys()])].flatMap(
      (id) => [
        ...this.#voice(id, voice.get(id) ?? null),
        ...this.#presence(id, statuses.get(id) ?? "offline"),
      ],
    );
    const isFirst = !this.isSeeded;
    this.isSeeded = true;
    return isFirst ? [] : [...accepted, ...missed];
  }

  /** Stores whether a member has yet to accept the rules of the server; Discord may leave that out where it is false. */
  #screen({ user, pending }) {
    const person = this.meet(user);
    if (!person) return [];
    const wasPending = person.isPending;
    person.isPending = pending === true;
    return wasPending && !person.isPending ? this.#item(user.id, "rules_accepted", null) : [];
  }

  #nameChannel({ id, type, name }) {
    if (VOICE_TYPES.has(type) && isId(id) && typeof name === "string" && name)
      this.#channels.set(id, short(name));
  }

  /** Handles GUILD_MEMBER_ADD, which Discord may repeat for a member; the date of joining identifies a repetition. */
  #join({ user, joined_at: joined }) {
    const person = this.meet(user);
    if (!person) return [];
    const isAgain = person.joined === joined || Date.now() - Date.parse(joined) > 86_400_000;
    person.joined = joined;
    return isAgain ? [] : this.#item(user.id, "server_join", null);
  }

  #voice(id, channel) {
    const person = this.meet({ id });
    if (!person || !(channel === null || isId(channel))) return [];
    const before = person.channel;
    if (before === channel) return [];
    person.channel = channel;
    const type = before === null ? "voice_join" : channel === null ? "voice_leave" : "voice_move";
    return this.#item(id, type, this.#channels.get(channel ?? before) ?? null);
  }

  #presence(id, status) {
    const person = this.meet({ id });
    if (!person || !STATUSES.has(status) || person.status === status) return [];
    person.status = status;
    return this.#item(id, "presence", status);
  }

  #item(id, type, details) {
    const { name, isBot } = this.meet({ id });
    if (isBot) return [];
    const timestamp = new Date().toISOString();
    return [{ guildId: this.#guildId, discordId: id, username: name, type, details, timestamp }];
  }
}
