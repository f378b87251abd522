import type { ReactNode } from 'react';
import {
  data,
  isRouteErrorResponse,
  Links,
  type LoaderFunctionArgs,
  Meta,
  type MiddlewareFunction,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
} from 'react-router';
import { getCart } from '#contracts/cart.ts';
import { attempt } from '#web/api.ts';
import { demoContext, sessionContext } from '#web/context.ts';
import { clearedFlash, readFlash } from '#web/flash.ts';
import { enforce } from '#web/guards.ts';
import { refreshRefused } from '#web/live/refresh-refused.ts';
import { useFocusOnNavigation } from '#web/live/use-focus-on-navigation.ts';
import { type Frame, useFrame } from '#web/live/use-frame.ts';
import { screens } from '#web/routes.ts';
import { readTheme } from '#web/theme.ts';
import { ErrorView } from '#web/ui/error-view.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Toaster } from '#web/ui/toaster.tsx';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/frame.css';
import './styles/shop.css';

export const middleware: MiddlewareFunction<Response>[] = [
  ({ context, pattern, url }) => {
    const path = pattern.startsWith('/') || pattern === '*' ? pattern : `/${pattern}`;
    const screen = screens.find((one) => one.path === path);
    enforce(screen?.guards ?? [], context.get(sessionContext), url.pathname + url.search);
  },
];

export async function loader({ request, context, url }: LoaderFunctionArgs) {
  const user = context.get(sessionContext);
  const cookies = request.headers.get('cookie');
  const flash = readFlash(cookies);
  // A refusal leaves the frame without a cart: redirecting here would lead in circles, since every page has this loader.
  const wanted = user && !user.roles.includes('inactive');
  const cart = wanted ? await attempt({ context, url }, getCart, {}, [401, 403, 503]) : undefined;
  const cart_ids = cart?.ok ? cart.reply.data.map((item) => item.id) : [];
  const frame: Frame = {
    user: user && { username: user.username, balance_cents: user.balance_cents, role: user.role, roles: user.roles },
    cart_ids,
    demo: context.get(demoContext),
    theme: user?.theme ?? readTheme(cookies),
    flash,
  };
  return data(frame, flash ? { headers: { 'set-cookie': clearedFlash } } : undefined);
}

export const shouldRevalidate = refreshRefused;

export const headers = () => ({ 'cache-control': 'private, no-store' });

export function meta({ error }: { error?: unknown }) {
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return [{ title: error ? `${missing ? 'Not found' : 'Error'} · Facevalue` : 'Facevalue' }];
}

export function Layout({ children }: { children: ReactNode }) {
  const frame = useFrame();
  const theme = frame?.theme ?? 'system';
  return (
    <html lang="en" data-theme={theme === 'system' ? undefined : theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={theme === 'system' ? 'light dark' : theme} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Meta />
        <Links />
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to the content
        </a>
        {frame?.demo ? <DemoBanner /> : null}
        {children}
        <Toaster flash={frame?.flash ?? null} />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

function DemoBanner() {
  return (
    <aside className="demo-banner" aria-label="Demo mode">
      <p>
        <strong>Demo mode.</strong> Cards, issuers and coins are simulated on this machine; nothing here has value.{' '}
        <a href="/demo/mails">Mailbox</a>
      </p>
    </aside>
  );
}

export default function Root() {
  useFocusOnNavigation();
  return (
    <>
      <Loading />
      <Outlet />
    </>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const said = isRouteErrorResponse(error) ? error.data?.message : undefined;
  return <ErrorView status={status} message={typeof said === 'string' ? said : undefined} />;
}
