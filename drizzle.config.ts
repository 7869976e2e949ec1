import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  schema: ["./worker/features/**/*.table.ts", "./worker/lib/**/*.table.ts"],
  out: "./migrations",
  breakpoints: false,
});
