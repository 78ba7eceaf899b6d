import { z } from "zod";
import {
  commentPage,
  commentState,
  commentStatePatch,
  commentsQuery,
  countsQuery,
  noticeList,
  noticesRead,
  openCounts,
  people,
  peopleQuery,
} from "./comments.ts";
import { define } from "./endpoint.ts";
import { routes } from "./routes.ts";

const tag = "Comments";

/** What belongs to comments beside their fields: whether they are resolved, whom they mention, who is told. */
export const commentEndpoints = {
  listCommentStates: define({
    ...routes.listCommentStates,
    tag,
    summary: "The states of the comments of an item: open or resolved, and whom they mention",
    permission: "view",
    success: 200,
    response: z.array(commentState),
    errors: ["not_found"],
  }),
  setCommentState: define({
    ...routes.setCommentState,
    tag,
    summary: "Resolve or reopen a comment",
    permission: "edit",
    body: commentStatePatch,
    success: 200,
    response: commentState,
    errors: ["not_found"],
  }),
  listPeople: define({
    ...routes.listPeople,
    tag,
    summary: "Those who see an item, for those who may comment on it; empty where nobody signs in",
    permission: "edit",
    query: peopleQuery,
    success: 200,
    response: people,
    errors: ["not_found"],
  }),
  listComments: define({
    ...routes.listComments,
    tag,
    summary: "The open comments of a project, or the resolved ones, newest first",
    permission: "view",
    query: commentsQuery,
    success: 200,
    response: commentPage,
    localized: true,
    errors: ["not_found"],
  }),
  countOpenComments: define({
    ...routes.countOpenComments,
    tag,
    summary: "The number of open comments of some items",
    permission: "view",
    query: countsQuery,
    success: 200,
    response: openCounts,
    errors: ["not_found"],
  }),
  listNotices: define({
    ...routes.listNotices,
    tag: "Notices",
    summary: "Your notices: the comments that mention you",
    permission: "own",
    success: 200,
    response: noticeList,
    errors: ["access_is_open"],
  }),
  markNoticesRead: define({
    ...routes.markNoticesRead,
    tag: "Notices",
    summary: "Mark notices as read",
    permission: "own",
    body: noticesRead,
    success: 200,
    response: noticeList,
    errors: ["access_is_open"],
  }),
} as const;
