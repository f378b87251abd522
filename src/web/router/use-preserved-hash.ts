import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { LANDING, loginPath } from '#web/server/safe-redirect.ts';

/** A browser carries the hash over to the login page, although it belongs to the page requested. */
export function usePreservedHash(): void {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const next = new URLSearchParams(search).get('next') ?? LANDING;
    if (hash) void navigate(loginPath(next + hash), { replace: true });
  }, [hash, search, navigate]);
}
