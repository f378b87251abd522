const EMAIL = /^[^\s@]{1,64}@[^\s@.]{1,64}(\.[^\s@.]{1,64})+$/;
const US_SSN = /^\d{3}-\d{2}-\d{4}$/;
const PHONE = /^(\+\d{1,3}[ .-]?)?\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}$/;

/** Whether a trimmed cell that was normalised already is somebody's address or number (IG-16). */
export const isPersonal = (text: string): boolean =>
  text.length >= 6 && (EMAIL.test(text) || US_SSN.test(text) || PHONE.test(text));
