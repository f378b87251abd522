import type { Readable } from 'node:stream';
import type { Actor, VaultCtx, Visitor } from '#features/ctx.ts';
import { login } from '#features/identity/auth/login.ts';
import { logout } from '#features/identity/auth/logout.ts';
import { authenticate } from '#features/identity/sessions/authenticate.ts';
import { commandLine } from '#features/identity/sessions/command-line.ts';
import { getActorByUsername } from '#features/identity/sessions/get-actor-by-username.ts';
import { AppError } from '#platform/http/errors.ts';
import { openPrompt } from './open-prompt.ts';

/**
 * The person a command acts for (P1b). In demo mode the name is enough; elsewhere that person signs in at the terminal,
 * with the second factor, and the session ends before the command begins.
 */
export async function actAs(ctx: VaultCtx, username: string, input: Readable = process.stdin): Promise<Actor> {
  if (ctx.config.demo) return getActorByUsername(ctx, username);
  const caller: Visitor = { user: null, client: commandLine() };
  const ask = openPrompt(input);
  try {
    const token = await signIn(ctx, caller, username, ask);
    const { user, client } = await authenticate(ctx, token, caller.client, true);
    if (!user) throw new Error('The session ended before the command began.');
    const actor = { user, client };
    await logout(ctx, actor);
    return actor;
  } finally {
    ask.close();
  }
}

type Ask = ReturnType<typeof openPrompt>;

async function signIn(ctx: VaultCtx, caller: Visitor, username: string, ask: Ask): Promise<string> {
  const none = { params: undefined, query: undefined };
  try {
    const password = await ask.secret(`Password of ${username}: `);
    return (await login(ctx, caller, { ...none, body: { username, password } })).access_token;
  } catch (error) {
    const ticket = error instanceof AppError && error.marks?.reason === 'otp_required' ? error.marks.ticket : undefined;
    if (!ticket) throw error;
    const otp = await ask.secret('Code from the authenticator app, or a recovery code: ');
    return (await login(ctx, caller, { ...none, body: { username, ticket, otp } })).access_token;
  }
}
