import { z } from "zod";
import { session } from "./access.ts";
import {
  createdInvitation,
  invitation,
  invitationCreate,
  linkCreate,
  linkPassword,
  linkToken,
  madeLink,
  openedLink,
  resetRequest,
} from "./access-links.ts";
import { define } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { routes } from "./routes.ts";

/** Invitations, and links to a new password. */
export const linkEndpoints = {
  listInvitations: define({
    ...routes.listInvitations,
    tag: "Users",
    summary: "The invitations that were not accepted",
    permission: "admin",
    success: 200,
    response: z.array(invitation),
  }),
  createInvitation: define({
    ...routes.createInvitation,
    tag: "Users",
    summary: "Invite a person; the response has the link, and it is sent by mail if possible",
    permission: "admin",
    body: invitationCreate,
    success: 201,
    response: createdInvitation,
    errors: ["id_taken"],
  }),
  revokeInvitation: define({
    ...routes.revokeInvitation,
    tag: "Users",
    summary: "Revoke an invitation and delete its user, who never signed in",
    permission: "admin",
    success: 204,
    errors: ["not_found"],
  }),
  createUserLink: define({
    ...routes.createUserLink,
    tag: "Users",
    summary:
      "Make a link to a new password, or a new invitation for a user who never signed in; replaces the last link",
    permission: "admin",
    body: linkCreate,
    success: 201,
    response: madeLink,
    errors: ["not_found"],
  }),
  openLink: define({
    ...routes.openLink,
    tag: "Session",
    summary: "What a link is for",
    permission: "public",
    body: linkToken,
    bodyBytes: limits.publicBodyBytes,
    success: 200,
    response: openedLink,
    errors: ["link_not_valid", "access_is_open"],
  }),
  requestReset: define({
    ...routes.requestReset,
    tag: "Session",
    summary: "Send a link to a new password to a user's mail address; the response is the same if there is none",
    permission: "public",
    body: resetRequest,
    bodyBytes: limits.publicBodyBytes,
    success: 204,
    errors: ["route_not_found", "access_is_open"],
  }),
  setPasswordByLink: define({
    ...routes.setPasswordByLink,
    tag: "Session",
    summary: "Set a password with a link, which then ends, and sign in unless a second step is needed",
    permission: "public",
    body: linkPassword,
    bodyBytes: limits.publicBodyBytes,
    success: 201,
    response: session,
    errors: ["link_not_valid", "weak_password", "access_is_open"],
  }),
} as const;
