import { useRouteLoaderData } from 'react-router';
import type { Reply } from '#contracts/call.ts';
import type { getActivation } from '#contracts/identity/auth.ts';
import type { Shortcuts } from '#contracts/identity/shortcuts.ts';
import type { ToastMessage } from '#web/server/cookies/flash.ts';
import type { Theme } from '#web/server/cookies/theme-cookie.ts';
import type { LiveApp, ShopFace } from '#web/server/page-context.ts';

/** Data needed on every page: the signed-in user, the cart, the mode. */
export interface RootData {
  user: {
    id: string;
    username: string;
    balance_cents: number;
    role: string;
    roles: string[];
    unread_notifications: number;
    terms_pending: boolean;
    /** Which single keys do what; null: as the shop has them. */
    shortcuts: Shortcuts | null;
  } | null;
  /** `seq`: the last event this page has seen. */
  live: (LiveApp & { seq: number }) | null;
  cart_ids: string[];
  /** What an inactive user has done so far to be active. */
  activation: Reply<typeof getActivation>['data'] | null;
  demo: boolean;
  /** Whether this is a scrubbed copy of a shop. */
  staging: boolean;
  shop: ShopFace;
  theme: Theme;
  locale: string;
  time_zone: string;
  /** When the page was asked for, by the shop's clock. */
  now: string;
  flash: ToastMessage | null;
}

/** Undefined if the root loader itself failed. */
export const useRootData = () => useRouteLoaderData('root') as RootData | undefined;

/** As its operator calls it. */
export const shopName = (rootData: RootData | undefined) => rootData?.shop.name ?? 'Facevalue';
