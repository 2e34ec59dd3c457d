/** The server fills in these values when it starts. */
export const frameOrigin = '%FRAME_ORIGIN%'
export const secureOrigin = '%SECURE_ORIGIN%'
/** The frame's host name in reverse, as EIP-6963 names a wallet. */
export const appKitRdns = '%RDNS%'
/** For each language but English: its name, and the address and the hash of its file, each separated by a space. */
export const noticeFiles = '%NOTICES%'
