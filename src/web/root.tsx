import type { ReactNode } from 'react';
import {
  data,
  href,
  isRouteErrorResponse,
  Links,
  type LoaderFunctionArgs,
  Meta,
  type MiddlewareFunction,
  Outlet,
  redirect,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteError,
} from 'react-router';
import { getActivation } from '#contracts/identity/auth.ts';
import { logoPath } from '#contracts/messages/logo-files.ts';
import { getCart } from '#contracts/shop/cart.ts';
import { revalidateRefused } from '#web/forms/revalidate-refused.ts';
import { useTypedEarly } from '#web/forms/use-typed-early.ts';
import { inLanguage } from '#web/i18n/in-language.ts';
import type { Titled } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useUserLanguage } from '#web/i18n/use-user-language.ts';
import { useLiveUpdates } from '#web/live/use-live-updates.ts';
import { type RootData, shopName, useRootData } from '#web/root-data/use-root-data.ts';
import { answerErrors } from '#web/router/answer-errors.ts';
import { leaveForOffice } from '#web/router/leave-for-office.ts';
import { usePreservedFocus } from '#web/router/use-preserved-focus.ts';
import { useServiceWorker } from '#web/router/use-service-worker.ts';
import { isOffice, screens } from '#web/routes.ts';
import { attempt } from '#web/server/api.ts';
import { readCart } from '#web/server/cookies/cart-cookie.ts';
import { clearedFlash, readFlash } from '#web/server/cookies/flash.ts';
import { readTheme, type Theme } from '#web/server/cookies/theme-cookie.ts';
import { enforceGuards } from '#web/server/enforce-guards.ts';
import { pageContext } from '#web/server/page-context.ts';
import { maintenancePath } from '#web/server/safe-redirect.ts';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { markFile } from '#web/ui/display/mark.tsx';
import { Announcer } from '#web/ui/feedback/announcer.tsx';
import { ConnectionNotice } from '#web/ui/feedback/connection-notice.tsx';
import { Loading } from '#web/ui/feedback/loading.tsx';
import { RouteError } from '#web/ui/feedback/route-error.tsx';
import headlineFont from './styles/fonts/headline.woff2';
import textFont from './styles/fonts/text.woff2';
import './styles/fonts/fonts.css';
import { paper } from './styles/paper.ts';
import './styles/everywhere/tokens.css';
import './styles/everywhere/base.css';
import './styles/everywhere/controls.css';
import './styles/everywhere/chips.css';
import './styles/everywhere/layout.css';
import './styles/everywhere/bottom-bar.css';
import './styles/everywhere/shop.css';
import './styles/everywhere/live.css';
import './styles/everywhere/forced-colors.css';
import './styles/everywhere/print.css';

export const middleware: MiddlewareFunction<Response>[] = [
  ({ context, pattern, url }) => {
    const path = pattern.startsWith('/') || pattern === '*' ? pattern : `/${pattern}`;
    const screen = screens.find((one) => one.path === path);
    const guards = screen?.guards ?? [];
    const { user, catalogue, trouble, outside_office, noteRoute } = context.get(pageContext);
    noteRoute(path);
    if (outside_office && screen && isOffice(screen)) throw data({ message: outside_office }, { status: 403 });
    if (trouble && guards.length) throw inTrouble(trouble, url);
    enforceGuards(guards, { user, catalogue }, url.pathname + url.search);
  },
];

const inTrouble = ({ status, message }: { status: number; message: string }, url: URL) =>
  status === 503 ? redirect(maintenancePath(url)) : data({ message }, { status });

export const clientMiddleware = [leaveForOffice, answerErrors];

export async function loader({ request, context, url }: LoaderFunctionArgs) {
  const { user, catalogue, live, locale, time_zone, now, demo, staging, shop, secure } = context.get(pageContext);
  const cookies = request.headers.get('cookie');
  const flash = readFlash(cookies, { locale, time_zone, secure });
  // On an error the layout has no cart: redirecting here would cause a loop, since every page runs this loader.
  const inactive = user?.roles.includes('inactive');
  const cart =
    user && (!inactive || catalogue === 'public')
      ? await attempt({ context, url }, getCart, {}, [401, 403, 503])
      : undefined;
  const activation = inactive ? await attempt({ context, url }, getActivation, {}, [401, 403, 503]) : undefined;
  const aside = catalogue === 'public' ? readCart(cookies, secure) : [];
  const cart_ids = [...new Set([...(cart?.ok ? cart.reply.data.map((item) => item.id) : []), ...aside])];
  const rootData: RootData = {
    user: user && {
      id: user.id,
      username: user.username,
      balance_cents: user.balance_cents,
      role: user.role,
      roles: user.roles,
      unread_notifications: user.unread_notifications,
      terms_pending: user.terms_pending,
      shortcuts: user.shortcuts,
    },
    live: user && live && { ...live, seq: user.live_seq },
    cart_ids,
    activation: activation?.ok ? activation.reply.data : null,
    demo,
    staging,
    shop,
    theme: user?.theme ?? readTheme(cookies),
    locale,
    time_zone,
    now: now.toISOString(),
    flash,
  };
  return data(rootData, flash ? { headers: { 'set-cookie': clearedFlash } } : undefined);
}

export const shouldRevalidate = revalidateRefused;

export const headers = () => ({ 'cache-control': 'private, no-store' });

export function Layout({ children }: { children: ReactNode }) {
  const rootData = useRootData();
  const { locale, t } = useI18n();
  const theme = rootData?.theme ?? 'system';
  return (
    <html {...inLanguage(locale)} data-theme={theme === 'system' ? undefined : theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content={theme === 'system' ? 'light dark' : theme} />
        <meta name="description" content={t('shell.description', { shop: shopName(rootData) })} />
        {[textFont, headlineFont].map((font) => (
          <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        <Icons />
        <link rel="manifest" href="/manifest.webmanifest" />
        <meta name="apple-mobile-web-app-title" content={shopName(rootData)} />
        <ThemeColors theme={theme} />
        <Title />
        <Meta />
        <Links />
        {rootData?.shop.style ? <link rel="stylesheet" href={rootData.shop.style} /> : null}
      </head>
      <body>
        <a className="skip" href="#main">
          {t('shell.skip')}
        </a>
        {rootData?.demo ? <DemoBanner /> : null}
        {rootData?.staging ? <StagingBanner /> : null}
        <p className="part-missing" role="alert">
          {t('shell.part_missing')}
        </p>
        {children}
        <Loading />
        <ConnectionNotice />
        <Announcer flash={rootData?.flash ?? null} />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

function Icons() {
  const logo = useRootData()?.shop.logo;
  return (
    <>
      {logo ? (
        <link rel="icon" href={logoPath(logo, 'icon-192')} type="image/png" />
      ) : (
        <link rel="icon" href={markFile} type="image/svg+xml" />
      )}
      <link rel="apple-touch-icon" href={logo ? logoPath(logo, 'icon-180') : '/apple-touch-icon.png'} />
    </>
  );
}

/** The colour of the browser's own bars. */
function ThemeColors({ theme }: { theme: Theme }) {
  if (theme !== 'system') return <meta name="theme-color" content={paper[theme]} />;
  return (
    <>
      <meta name="theme-color" content={paper.light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={paper.dark} media="(prefers-color-scheme: dark)" />
    </>
  );
}

function Title() {
  const { t, formatMessage } = useI18n();
  const error = useRouteError();
  const shop = shopName(useRootData());
  const page = useMatches().findLast(({ handle }) => (handle as Partial<Titled> | undefined)?.title);
  if (error) return <title>{`${t(isMissing(error) ? 'error.title_missing' : 'error.title')} · ${shop}`}</title>;
  if (!page) return null;
  const message = (page.handle as Titled).title(page.loaderData);
  return <title>{`${message ? formatMessage(message) : t('error.title')} · ${shop}`}</title>;
}

const isMissing = (error: unknown) => isRouteErrorResponse(error) && error.status === 404;

function DemoBanner() {
  const { t } = useI18n();
  return (
    <aside className="demo-banner" aria-label={t('demo.banner')}>
      <p>
        <FormattedMessage of="demo.banner_text" parts={{ strong: <strong /> }} />{' '}
        <a href={href('/demo/mails')}>{t('demo.mailbox')}</a>
      </p>
    </aside>
  );
}

function StagingBanner() {
  const { t } = useI18n();
  return (
    <aside className="demo-banner" aria-label={t('staging.banner')}>
      <p>
        <FormattedMessage of="staging.banner_text" parts={{ strong: <strong /> }} />
      </p>
    </aside>
  );
}

export default function Root() {
  useUserLanguage();
  useLiveUpdates();
  usePreservedFocus();
  useTypedEarly();
  useServiceWorker();
  return <Outlet />;
}

export function ErrorBoundary() {
  return <RouteError />;
}
