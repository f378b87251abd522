import { data, href, redirect } from 'react-router';
import { namesIn } from '#contracts/call.ts';
import { message } from '#i18n/message.ts';
import { flash } from './cookies/flash.ts';
import type { PageContext, SessionUser } from './page-context.ts';
import { loginPath } from './safe-redirect.ts';

type Check = (user: SessionUser | null, path: string, names: string[], is_public: boolean) => string | undefined;

const signIn = (user: SessionUser | null, path: string) => (user ? undefined : loginPath(path));
const activate = (user: SessionUser | null) => (user?.roles.includes('inactive') ? href('/activation') : undefined);

/** Where each guard redirects a user it rejects. */
const checks: Record<string, Check> = {
  auth: signIn,
  guest: (user) => (user ? href('/') : undefined),
  active: activate,
  catalogue: (user, path, _names, is_public) => (is_public ? undefined : (signIn(user, path) ?? activate(user))),
  admin(user, path, others) {
    if (user?.role !== 'admin') return href('/');
    if (user.roles.includes('seller') && !others.includes('seller')) return href('/');
    if (user.roles.includes('unconfirmed')) return `${href('/user/confirm')}?next=${encodeURIComponent(path)}`;
    return user.roles.includes('unprotected') ? href('/user/security') : undefined;
  },
  role: (user, _path, names) => (user && names.some((name) => holds(user, name)) ? undefined : href('/')),
};

const holds = (user: SessionUser, name: string) => user.role === name || user.roles.includes(name);

/** Staff know the page, so they are told that it isn't theirs; anybody else only ends up at home. */
const saysWhy = () => ({
  headers: {
    'set-cookie': flash({
      type: 'warning',
      title: message('error.forbidden'),
      content: message('error.forbidden_more'),
    }),
  },
});

/** Throws a redirect when a guard rejects the request, and a 500 if the guard does not exist. */
export function enforceGuards(
  guards: readonly string[],
  { user, catalogue }: Pick<PageContext, 'user' | 'catalogue'>,
  path: string,
): void {
  for (const guard of guards) {
    const [name = '', list = ''] = guard.split(':', 2);
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (!check) throw data({ message: `Unknown middleware ${guard}` }, { status: 500 });
    const elsewhere = check(user, path, namesIn(list), catalogue === 'public');
    if (elsewhere) throw redirect(elsewhere, name === 'role' && user?.role === 'admin' ? saysWhy() : undefined);
  }
}
