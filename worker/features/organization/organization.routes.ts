import { publicRoute, requires } from "../../lib/http/access.ts";
import { created, nothing, response } from "../../lib/http/answers.ts";
import { get, patch, post, put, remove } from "../../lib/http/route.ts";
import { changeProfile, getProfile } from "./organization.rows.ts";
import * as schema from "./organization.schema.ts";
import { addPicture, changeCaption, getPicture, removePicture } from "./pictures.ts";

const administers = requires("admin.system");

export const organizationRoutes = [
  get("/organization/:orgId/profile", {
    access: publicRoute(),
    answers: schema.profile,
    summary: "Read what the organization says of itself",
    run: getProfile,
  }),
  put("/organization/:orgId/profile", {
    access: administers,
    body: schema.profileInput,
    answers: schema.profile,
    summary: "Change what the organization says of itself, and its name",
    run: changeProfile,
  }),
  get("/organization/:orgId/pictures/:id", {
    access: publicRoute(),
    answers: response(200, "image/*"),
    summary: "Read a picture of the organization",
    run: getPicture,
  }),
  post("/organization/:orgId/pictures", {
    access: administers,
    body: schema.pictureInput,
    answers: created(schema.picture),
    summary: "Add a picture; a banner or mark takes the place of the one before",
    run: addPicture,
  }),
  patch("/organization/:orgId/pictures/:id", {
    access: administers,
    body: schema.captionInput,
    answers: schema.picture,
    summary: "Change the captions of a picture",
    run: changeCaption,
  }),
  remove("/organization/:orgId/pictures/:id", {
    access: administers,
    answers: nothing,
    summary: "Remove a picture",
    run: removePicture,
  }),
];
