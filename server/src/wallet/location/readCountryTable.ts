import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../../http/log.ts'
import { type CountryFinder, openCountryTable } from './countryTable.ts'

/**
 * Reads the table of countries that the build puts beside the server. Without the table, logins work but mails name no
 * country.
 */
export const readCountryTable = async (log: Log, folder = import.meta.dirname): Promise<CountryFinder> => {
  try {
    return openCountryTable(await readFile(join(folder, 'countries.bin')))
  } catch (cause) {
    log.write('country table could not be read', { code: String(Object(cause).code ?? Object(cause).name) })
    return () => ''
  }
}
