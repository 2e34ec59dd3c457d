/** The receiver of payments to the demo shop. Its configuration gives this account the name "Slow Mornings, till". */
export const solanaTill = 'ESaBPL7Ezt9EVcE83XHLjabaUU3x7m1jh3CptKC8gFrf'
