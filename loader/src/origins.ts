/** The server fills in these values when it starts. */
export const frameOrigin = '%FRAME_ORIGIN%'
export const secureOrigin = '%SECURE_ORIGIN%'
/** The name and the rdns under which AppKit announces itself as a wallet. */
export const appKitName = '%NAME%'
export const appKitRdns = '%RDNS%'
/** For each language but English: its name, and the address and the hash of its file, each separated by a space. */
export const noticeFiles = '%NOTICES%'
