import { useRouteLoaderData } from 'react-router';
import type { ToastMessage } from '#web/flash.ts';
import type { Theme } from '#web/theme.ts';

/** What every page is framed with: who is signed in, the cart, the mode. */
export interface Frame {
  user: { username: string; balance_cents: number; role: string; roles: string[] } | null;
  cart_ids: string[];
  demo: boolean;
  theme: Theme;
  locale: string;
  time_zone: string;
  flash: ToastMessage | null;
}

/** Undefined where the frame itself could not be loaded. */
export const useFrame = () => useRouteLoaderData('root') as Frame | undefined;
