import { newPushKeys } from "./lib/push-keys.ts";

// `npm run push:keys` prints a new pair of keys for push messages. Browsers that subscribed with another one have to again.
for (const [name, value] of Object.entries(newPushKeys())) console.log(`${name}=${value}`);
