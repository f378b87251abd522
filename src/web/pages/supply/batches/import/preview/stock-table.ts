/** A file of stock as the browser reads it: its own header, and the rows below it that aren't blank. */
export interface StockTable {
  header: string[];
  rows: string[][];
  /** Where the header and each row stand in the file, from 1 on: blank ones count. */
  header_number: number;
  numbers: number[];
}
