import { useMatches } from 'react-router';

/** Whether the page is one of the office, where nothing is about buying: neither the cart nor the balance. */
export const useInOffice = (): boolean => useMatches().some(({ id }) => id === 'layout-admin');
