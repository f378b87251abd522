/** What a seller's data key is wrapped for, and what is sealed with it. */
export const sellerKeyAad = (id: string) => `seller ${id}`;
export const taxIdAad = (id: string) => `seller ${id} tax id`;
export const destinationAad = (id: string) => `seller ${id} destination`;
