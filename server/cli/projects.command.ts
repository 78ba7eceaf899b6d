import { projectId } from "../../contract/projects.ts";
import { type Db, UniqueViolation } from "../db/db.ts";
import { allProjects, insertProject, projectById, updateProject } from "../projects/projects.sql.ts";
import { type Command, type CommandContext, CommandError, usageError } from "./command.ts";
import { openCatalog } from "./open-catalog.ts";

const usage = [
  { form: "projects list", help: "list all projects" },
  { form: "projects add ID [DISPLAY NAME]", help: "create a project; ID is letters, digits, - and _" },
  { form: "projects rename ID DISPLAY NAME", help: "change the display name of a project" },
  { form: "projects activate ID", help: "mark a project as active" },
  { form: "projects deactivate ID", help: "mark a project as not active" },
] as const;

const misused = () => usageError(usage);

async function run({ args, config, say }: CommandContext): Promise<void> {
  const [verb, id, ...words] = args;
  const name = words.join(" ").trim();
  const db = await openCatalog(config);
  try {
    if (verb === "list" && id === undefined) {
      for (const project of await db.read(allProjects)) {
        say(`${project.id}\t${project.display_name}\t${project.active === 1 ? "active" : "not active"}`);
      }
    } else if (verb === "add" && id !== undefined) {
      await add(db, id, name || id);
      say(`Added the project "${id}".`);
    } else if (verb === "rename" && id !== undefined && name !== "") {
      await change(db, id, { display_name: name });
      say(`The project "${id}" is now called "${name}".`);
    } else if ((verb === "activate" || verb === "deactivate") && id !== undefined && words.length === 0) {
      await change(db, id, { active: verb === "activate" ? 1 : 0 });
      say(`The project "${id}" is now ${verb === "activate" ? "active" : "not active"}.`);
    } else {
      throw misused();
    }
  } finally {
    await db.close();
  }
}

async function add(db: Db, id: string, displayName: string): Promise<void> {
  if (!projectId.safeParse(id).success) {
    throw new CommandError(
      `"${id}" is not a project id: use up to 100 letters, digits, - and _, and no - at the start.`,
    );
  }
  try {
    await db.write((tx) => insertProject(tx, id, id, displayName));
  } catch (error) {
    if (error instanceof UniqueViolation) throw new CommandError(`The project "${id}" exists already.`);
    throw error;
  }
}

async function change(db: Db, id: string, columns: { display_name?: string; active?: number }): Promise<void> {
  await db.write(async (tx) => {
    const project = await projectById(tx, id);
    if (!project) throw new CommandError(`There is no project "${id}". List all with: npx catalog projects list`);
    await updateProject(tx, project.key, columns);
  });
}

export const projects: Command = { name: "projects", usage, run };
