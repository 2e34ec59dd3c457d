import { defineMessages, type Translation } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { selectMailTexts } from '../wallet/mail/mailLanguage.ts'

/** The texts of the guardian's mails and of the pages behind their links. */
const messages = defineMessages('guardian', {
  site: 'Asked for at',
  time: 'Time',
  linkTitle: 'Confirm your sign-in',
  linkText:
    'A browser that we do not know wants to open your wallet. Press the button, then pick the number that its screen shows.',
  linkExpiry: 'The link works for {minutes} minutes. Opening it changes nothing yet.',
  linkNote: 'Open the link and press “This was not me”. Someone may be reading your email, so change its password too.',
  notMe: 'This was not me',
  notYou: 'Not you?',
  begunSubject: 'Your wallet can be opened in a new browser from {time}',
  begunTitle: 'Someone is opening your wallet with your email',
  begunText:
    'Someone picked the number behind the link that we sent to you. That browser can open your wallet from {time}.',
  begunNote:
    'If it is you, there is nothing to do until then. If it is not, stop it now: one press, without signing in.',
  stop: 'Stop it',
  mailboxNote: 'If it is not you, someone may be reading your email. Change its password too.',
  releasedTitle: 'Your wallet was opened in a new browser',
  releasedText:
    'It was opened with the link that we sent to your email address. If this was you, there is nothing to do.',
  releasedNote: 'Move everything in it to another wallet at once, and change the password of your email.',
  loweredTitle: 'Your email will open your wallet sooner',
  loweredText:
    'Your wallet has no passkey and no backup now. From {time}, whoever reads your email can open it in a new browser sooner than before.',
  loweredNote: 'Open your wallet and add a passkey or a backup. The wait counts again from then on.',
  page: {
    confirm: {
      title: 'Are you signing in?',
      text: 'Pick the number that you see on the other screen. Never pick one for somebody who asks you to.',
    },
    confirmed: {
      title: 'That’s it',
      text: 'Go back to your first screen. It goes on by itself. You can close this page.',
    },
    wrong: {
      title: 'A different number was picked',
      text: 'So your wallet stayed closed. If it was you, start again, and pick the number that you see there.',
    },
    failed: {
      title: 'That did not work',
      text: 'We could not send you a mail about it, so nothing has changed. Go back and try again.',
    },
    ended: {
      title: 'This link has ended',
      text: 'It works once, for ten minutes. If it was you, start again where you sign in.',
    },
    cancel: {
      title: 'Stop this browser from opening your wallet?',
      text: 'Then this browser does not get into your wallet, and for a day no other can get in by email.',
    },
    cancelled: {
      title: 'It is stopped',
      text: 'Nobody got into your wallet. Change the password of your email: someone else may be reading it.',
    },
    nothing: {
      title: 'Nothing to stop',
      text: 'This has already ended, or the link is incomplete. If a stranger opened your wallet, move everything in it to another one now.',
    },
  },
})

type GuardianTexts = Translation<(typeof messages)['en']>

const german: GuardianTexts = {
  site: 'Angefordert auf',
  time: 'Zeit',
  linkTitle: 'Bestätigen Sie Ihre Anmeldung',
  linkText:
    'Ein Browser, den wir nicht kennen, möchte Ihre Wallet öffnen. Drücken Sie den Knopf und wählen Sie die Zahl, die sein Bildschirm zeigt.',
  linkExpiry: 'Der Link gilt {minutes} Minuten. Ihn zu öffnen ändert noch nichts.',
  linkNote:
    'Öffnen Sie den Link und drücken Sie „Das war ich nicht“. Vielleicht liest jemand Ihre E-Mails; ändern Sie auch deren Passwort.',
  notMe: 'Das war ich nicht',
  notYou: 'Waren Sie das nicht?',
  begunSubject: 'Ihre Wallet kann ab {time} in einem neuen Browser geöffnet werden',
  begunTitle: 'Jemand öffnet Ihre Wallet mit Ihrer E-Mail',
  begunText:
    'Jemand hat hinter dem Link, den wir Ihnen gesendet haben, die Zahl gewählt. Dieser Browser kann Ihre Wallet ab {time} öffnen.',
  begunNote:
    'Sind Sie es, dann ist bis dahin nichts zu tun. Sind Sie es nicht, dann halten Sie es jetzt an: ein Druck, ohne Anmeldung.',
  stop: 'Anhalten',
  mailboxNote: 'Sind Sie es nicht, dann liest vielleicht jemand Ihre E-Mails. Ändern Sie auch deren Passwort.',
  releasedTitle: 'Ihre Wallet wurde in einem neuen Browser geöffnet',
  releasedText:
    'Sie wurde mit dem Link geöffnet, den wir an Ihre E-Mail-Adresse gesendet haben. Waren Sie es, dann ist nichts zu tun.',
  releasedNote: 'Übertragen Sie sofort alles in eine andere Wallet, und ändern Sie das Passwort Ihres Postfachs.',
  loweredTitle: 'Ihre E-Mail öffnet Ihre Wallet bald schneller',
  loweredText:
    'Ihre Wallet hat jetzt weder einen Passkey noch ein Backup. Ab {time} kann jeder, der Ihre E-Mails liest, sie schneller als bisher in einem neuen Browser öffnen.',
  loweredNote:
    'Öffnen Sie Ihre Wallet und fügen Sie einen Passkey oder ein Backup hinzu. Von da an gilt die Wartezeit wieder.',
  page: {
    confirm: {
      title: 'Melden Sie sich gerade an?',
      text: 'Wählen Sie die Zahl, die Sie auf dem anderen Bildschirm sehen. Tun Sie es nie, weil jemand Sie darum bittet.',
    },
    confirmed: {
      title: 'Das war es',
      text: 'Gehen Sie zurück zu Ihrem ersten Bildschirm. Dort geht es von selbst weiter. Sie können diese Seite schließen.',
    },
    wrong: {
      title: 'Es wurde eine andere Zahl gewählt',
      text: 'Ihre Wallet blieb deshalb geschlossen. Waren Sie es, dann beginnen Sie neu und wählen Sie die Zahl, die Sie dort sehen.',
    },
    failed: {
      title: 'Das hat nicht geklappt',
      text: 'Wir konnten Ihnen keine E-Mail dazu senden, darum hat sich nichts geändert. Gehen Sie zurück und versuchen Sie es noch einmal.',
    },
    ended: {
      title: 'Dieser Link ist beendet',
      text: 'Er gilt einmal und zehn Minuten lang. Waren Sie es, dann beginnen Sie dort neu, wo Sie sich anmelden.',
    },
    cancel: {
      title: 'Das Öffnen Ihrer Wallet anhalten?',
      text: 'Dann kommt dieser Browser nicht in Ihre Wallet, und einen Tag lang kommt auch kein anderer per E-Mail hinein.',
    },
    cancelled: {
      title: 'Es ist angehalten',
      text: 'Niemand kam in Ihre Wallet. Ändern Sie das Passwort Ihres Postfachs: Jemand anderes liest vielleicht Ihre E-Mails.',
    },
    nothing: {
      title: 'Nichts anzuhalten',
      text: 'Das ist schon zu Ende, oder der Link ist nicht vollständig. Hat jemand anderes Ihre Wallet geöffnet, bringen Sie jetzt alles daraus in eine andere.',
    },
  },
}

const arabic: GuardianTexts = {
  site: 'طُلب في',
  time: 'الوقت',
  linkTitle: 'أكّد تسجيل دخولك',
  linkText: 'متصفح لا نعرفه يريد فتح محفظتك. اضغط الزر، ثم اختر الرقم الذي تعرضه شاشته.',
  linkExpiry: 'الرابط صالح لمدة {minutes} دقائق. فتحه لا يغيّر شيئًا بعد.',
  linkNote: 'افتح الرابط واضغط «لم أكن أنا». قد يكون شخص ما يقرأ بريدك، فغيّر كلمة مروره أيضًا.',
  notMe: 'لم أكن أنا',
  notYou: 'لست أنت؟',
  begunSubject: 'يمكن فتح محفظتك في متصفح جديد ابتداءً من {time}',
  begunTitle: 'شخص يفتح محفظتك ببريدك',
  begunText: 'اختار شخص الرقم خلف الرابط الذي أرسلناه إليك. يمكن لذلك المتصفح فتح محفظتك ابتداءً من {time}.',
  begunNote: 'إن كنت أنت، فلا شيء عليك فعله حتى ذلك الحين. وإن لم تكن أنت، فأوقفه الآن بضغطة واحدة ومن دون تسجيل دخول.',
  stop: 'إيقاف',
  mailboxNote: 'إن لم تكن أنت، فقد يكون شخص ما يقرأ بريدك. غيّر كلمة مروره أيضًا.',
  releasedTitle: 'فُتحت محفظتك في متصفح جديد',
  releasedText: 'فُتحت بالرابط الذي أرسلناه إلى عنوان بريدك. إن كنت أنت، فلا شيء عليك فعله.',
  releasedNote: 'انقل كل ما فيها إلى محفظة أخرى فورًا، وغيّر كلمة مرور بريدك.',
  loweredTitle: 'سيفتح بريدك محفظتك أسرع',
  loweredText:
    'لم يعد لمحفظتك مفتاح مرور ولا نسخة احتياطية. ابتداءً من {time} يمكن لمن يقرأ بريدك فتحها في متصفح جديد أسرع من قبل.',
  loweredNote: 'افتح محفظتك وأضف مفتاح مرور أو نسخة احتياطية. ومن حينها تسري مدة الانتظار من جديد.',
  page: {
    confirm: {
      title: 'هل تسجّل الدخول الآن؟',
      text: 'اختر الرقم الذي تراه على الشاشة الأخرى. لا تختر رقمًا لأن شخصًا طلب منك ذلك.',
    },
    confirmed: {
      title: 'تم',
      text: 'عد إلى شاشتك الأولى، فهي تتابع وحدها. يمكنك إغلاق هذه الصفحة.',
    },
    wrong: {
      title: 'اختير رقم آخر',
      text: 'لذلك بقيت محفظتك مغلقة. إن كنت أنت، فابدأ من جديد واختر الرقم الذي تراه هناك.',
    },
    failed: {
      title: 'لم ينجح ذلك',
      text: 'تعذّر إرسال رسالة إليك بشأنه، فلم يتغيّر شيء. عد وحاول مرة أخرى.',
    },
    ended: {
      title: 'انتهى هذا الرابط',
      text: 'يعمل مرة واحدة، لمدة عشر دقائق. إن كنت أنت، فابدأ من جديد حيث تسجّل الدخول.',
    },
    cancel: {
      title: 'هل تريد منع هذا المتصفح من فتح محفظتك؟',
      text: 'عندها لن يدخل هذا المتصفح إلى محفظتك، ولن يدخل إليها أي متصفح آخر بالبريد لمدة يوم.',
    },
    cancelled: {
      title: 'تم الإيقاف',
      text: 'لم يدخل أحد إلى محفظتك. غيّر كلمة مرور صندوق بريدك، فقد يقرؤه شخص آخر.',
    },
    nothing: {
      title: 'لا شيء لإيقافه',
      text: 'انتهى هذا بالفعل، أو أن الرابط غير كامل. إن فتح غيرك محفظتك، فانقل كل ما فيها إلى محفظة أخرى الآن.',
    },
  },
}

export const guardianTexts = selectMailTexts(messages, { de: german, ar: arabic })
