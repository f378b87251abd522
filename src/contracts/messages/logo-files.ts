/** What an uploaded logo is drawn as: for pages, mails and receipts, and on squares for devices. */
export const logoFiles = ['logo', 'icon-180', 'icon-192', 'icon-512', 'maskable-512'] as const;
export type LogoFile = (typeof logoFiles)[number];

export const logoPath = ({ id }: { id: string }, file: LogoFile = 'logo') => `/logo/${id}/${file}.png`;

/** So wide that it says the name itself. */
export const isWordmark = ({ width, height }: { width: number; height: number }) => width > 2 * height;
