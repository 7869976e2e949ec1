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
  /** Whether the bot receives voice events: Discord has sent the server's state, and the connection holds. */
  isWatching = false;
  #guildId;
  #botId = "";
  #wasSeeded = false;
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
    if (name === "RESUMED") return this.isSeeded ? this.#watch("resumed") : [];
    const isGuild = name === "GUILD_CREATE" || name === "GUILD_DELETE";
    const guildId = isGuild ? data?.id : data?.guild_id;
    if (!this.#guildId || guildId !== this.#guildId) return [];
    switch (name) {
      case "GUILD_CREATE":
        return data.unavailable ? [] : this.#seed(data);
      case "GUILD_DELETE":
        // An outage of Discord, or the bot was removed: the server's next state lists who is in voice.
        this.isSeeded = false;
        return this.lost(Date.now());
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

  /** Remembers the bot itself. */
  signIn(user) {
    this.meet({ ...user, bot: true });
    this.#botId = user.id;
  }

  /** Yields the presence of each user who is not offline, and the channel of each user in voice, as activities. */
  *present() {
    for (const [id, { status }] of this.#people)
      if (status !== "offline") yield* this.#item(id, "presence", status);
    yield* this.#inVoice();
  }

  /** Yields everybody in voice, all with one time, and then the end of that list. */
  *#inVoice() {
    const now = new Date().toISOString();
    for (const [id, { channel }] of this.#people)
      if (channel) yield* this.#item(id, "voice_present", this.#channels.get(channel) ?? null, now);
    yield* this.#watch("present", now);
  }

  /** Handles a lost connection whose last event arrived at `at`, in milliseconds. */
  lost(at) {
    if (!this.isWatching) return [];
    const items = this.#watch("lost", new Date(at).toISOString());
    this.isWatching = false;
    return items;
  }

  /** Returns the periodic report while somebody is in voice, else nothing. `at` as for `lost`. */
  still(at) {
    const isSomebodyThere = [...this.#people.values()].some(({ channel, isBot }) => channel && !isBot);
    return this.isWatching && isSomebodyThere ? this.#watch("still", new Date(at).toISOString()) : [];
  }

  /** Returns an activity that says whether the bot receives voice events; see `watch` in protocol.ts. */
  #watch(details, timestamp = new Date().toISOString()) {
    this.isWatching = true;
    const base = { guildId: this.#guildId, discordId: this.#botId, username: "" };
    return this.#botId ? [{ ...base, type: "watch", details, timestamp }] : [];
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

  /**
   * Stores the state of a GUILD_CREATE; returns who is in voice, and for a later one, which follows a lost session, which
   * presences differ.
   */
  #seed(guild) {
    this.#channels.clear();
    for (const channel of objectsOf(guild.channels)) this.#nameChannel(channel);
    const accepted = objectsOf(guild.members).flatMap((member) => this.#screen(member));
    const voice = new Map(objectsOf(guild.voice_states).map((state) => [state.user_id, state.channel_id]));
    const statuses = new Map(objectsOf(guild.presences).map(({ user, status }) => [user?.id, status]));
    const missed = [...new Set([...this.#people.keys(), ...voice.keys(), ...statuses.keys()])].flatMap(
      (id) => {
        this.#voice(id, voice.get(id) ?? null);
        return this.#presence(id, statuses.get(id) ?? "offline");
      },
    );
    const isFirst = !this.#wasSeeded;
    this.isSeeded = true;
    this.#wasSeeded = true;
    return [...(isFirst ? [] : [...accepted, ...missed]), ...this.#inVoice()];
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

  #item(id, type, details, timestamp = new Date().toISOString()) {
    const { name, isBot } = this.meet({ id });
    if (isBot) return [];
    return [{ guildId: this.#guildId, discordId: id, username: name, type, details, timestamp }];
  }
}
