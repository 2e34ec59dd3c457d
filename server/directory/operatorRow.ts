import * as v from 'valibot'
import { isImageUrl } from './imageUrl.ts'
import { deriveWalletId, isAppLink, textSchemaUpTo, walletFieldSchemas } from './schema.ts'

const appLink = v.pipe(
  textSchemaUpTo(300),
  v.check(isAppLink, 'must be an https link or one of an app, like mywallet://'),
)

/**
 * A row of an operator's file of wallets: the public fields of the directory, plus an optional id and an optional image
 * URL.
 */
export const operatorRowSchema = v.pipe(
  v.strictObject({
    ...walletFieldSchemas,
    id: v.exactOptional(
      v.pipe(v.string(), v.regex(/^[0-9a-zA-Z_-]{1,64}$/, 'must be 1 to 64 letters, digits, - or _')),
    ),
    mobile_link: v.exactOptional(appLink),
    desktop_link: v.exactOptional(appLink),
    image_url: v.exactOptional(
      v.pipe(
        v.string(),
        v.maxLength(65_536, 'must be at most 65536 characters'),
        v.check(isImageUrl, 'must be an https link or a data:image/ one'),
      ),
    ),
  }),
  v.check((row) => Boolean(row.id ?? row.rdns ?? row.homepage), 'needs an id, an rdns or a homepage'),
  v.transform(({ id, ...row }) => ({ ...row, id: id ?? deriveWalletId(row.rdns ?? row.homepage ?? '') })),
)

export type OperatorRow = v.InferOutput<typeof operatorRowSchema>
