/** Filled by the server when it starts. */
export const frameOrigin = '%FRAME_ORIGIN%'
export const secureOrigin = '%SECURE_ORIGIN%'
