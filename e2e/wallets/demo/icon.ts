const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="#5b34c4"/>
<path d="M22 36a8 8 0 0 1 8-8h36v10h8v32a6 6 0 0 1-6 6H30a8 8 0 0 1-8-8z" fill="#fff"/><circle cx="62" cy="56" r="5" fill="#5b34c4"/></svg>`

export const icon = `data:image/svg+xml,${encodeURIComponent(drawing)}`
