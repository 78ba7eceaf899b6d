import {
  ActionIcon,
  type ActionIconProps,
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  Paper,
  type PaperProps,
} from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

type With<P> = P & Omit<ComponentProps<"a">, keyof P>;

/** Mantine components that link to another screen. */
export const TextLink = createLink((props: With<AnchorProps>) => <Anchor {...props} />);
export const ButtonLink = createLink((props: With<ButtonProps>) => <Button component="a" {...props} />);
export const IconLink = createLink((props: With<ActionIconProps>) => <ActionIcon component="a" {...props} />);
export const CardLink = createLink((props: With<PaperProps>) => <Paper component="a" {...props} />);
