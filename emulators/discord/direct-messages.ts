/** A direct message channel between an application's bot and a user. */
export interface DirectChannel {
  applicationId: string;
  userId: string;
}

/** Channels of direct messages by user and application; their ids are made when they are first used. */
export class DirectMessages {
  readonly #channels = new Map<string, DirectChannel>();
  /** Users who take no direct messages from people and bots of their servers. */
  readonly #closed = new Set<string>();
  readonly #nextId: () => string;

  constructor(nextId: () => string) {
    this.#nextId = nextId;
  }

  of(applicationId: string, userId: string): string {
    for (const [id, known] of this.#channels)
      if (known.applicationId === applicationId && known.userId === userId) return id;
    const id = this.#nextId();
    this.#channels.set(id, { applicationId, userId });
    return id;
  }

  find(channelId: string): DirectChannel | undefined {
    return this.#channels.get(channelId);
  }

  /** Makes a user refuse direct messages of bots, or take them again. */
  close(userId: string, isClosed = true): void {
    if (isClosed) this.#closed.add(userId);
    else this.#closed.delete(userId);
  }

  isClosed(userId: string): boolean {
    return this.#closed.has(userId);
  }

  clear(): void {
    this.#channels.clear();
    this.#closed.clear();
  }
}
