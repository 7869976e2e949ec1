import { beforeEach } from "vitest";
import { freshDatabase } from "./world.ts";

beforeEach(freshDatabase);
