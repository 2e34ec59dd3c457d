import { defineMessages, type Translation } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { selectMailTexts } from '../wallet/mail/mailLanguage.ts'

/** The texts of the guardian's mails and of the cancel page behind their link. */
const messages = defineMessages('guardian', {
  site: 'Asked for at',
  codeSubject: 'Your code to open your wallet in a new browser',
  codeTitle: 'Your code to open your wallet',
  codeText: 'Type it in the window where you asked for it. It opens your wallet in that browser.',
  codeExpiry: 'It works once, for {minutes} minutes.',
  codeNote:
    'Whoever has this code can take everything in your wallet. Never tell it to anyone; nobody will ask for it, neither by phone nor by email.',
  notMe: 'This was not me',
  notYou: 'Not you?',
  begunSubject: 'Your wallet can be opened in a new browser from {time}',
  begunTitle: 'Someone is opening your wallet with your email',
  begunText: 'Someone entered the code that we sent to you. That browser can open your wallet from {time}.',
  begunNote:
    'If it is you, there is nothing to do until then. If it is not, stop it now: one press, without signing in.',
  stop: 'Stop it',
  mailboxNote: 'If it is not you, someone may be reading your email. Change its password too.',
  releasedTitle: 'Your wallet was opened in a new browser',
  releasedText: 'It was opened with codes that we sent to your email address. If this was you, there is nothing to do.',
  releasedNote: 'Move everything in it to another wallet at once, and change the password of your email.',
  page: {
    ask: {
      title: 'Stop this browser from opening your wallet?',
      text: 'Then this browser does not get into your wallet, and for a day no other can get in by email.',
    },
    cancelled: {
      title: 'It is stopped',
      text: 'Nobody got into your wallet. Change the password of your email: someone else may be reading it.',
    },
    invalid: {
      title: 'Nothing to stop',
      text: 'This has already ended, or the link is incomplete.',
    },
  },
})

type GuardianTexts = Translation<(typeof messages)['en']>

const german: GuardianTexts = {
  site: 'Angefordert auf',
  codeSubject: 'Ihr Code, um Ihre Wallet in einem neuen Browser zu öffnen',
  codeTitle: 'Ihr Code, um Ihre Wallet zu öffnen',
  codeText:
    'Geben Sie ihn in dem Fenster ein, in dem Sie ihn angefordert haben. Er öffnet Ihre Wallet in diesem Browser.',
  codeExpiry: 'Er gilt einmal und {minutes} Minuten lang.',
  codeNote:
    'Wer diesen Code hat, kann alles aus Ihrer Wallet nehmen. Geben Sie ihn niemandem; niemand fragt danach, weder am Telefon noch per E-Mail.',
  notMe: 'Das war ich nicht',
  notYou: 'Waren Sie das nicht?',
  begunSubject: 'Ihre Wallet kann ab {time} in einem neuen Browser geöffnet werden',
  begunTitle: 'Jemand öffnet Ihre Wallet mit Ihrer E-Mail',
  begunText:
    'Jemand hat den Code eingegeben, den wir Ihnen gesendet haben. Dieser Browser kann Ihre Wallet ab {time} öffnen.',
  begunNote:
    'Sind Sie es, dann ist bis dahin nichts zu tun. Sind Sie es nicht, dann halten Sie es jetzt an: ein Druck, ohne Anmeldung.',
  stop: 'Anhalten',
  mailboxNote: 'Sind Sie es nicht, dann liest vielleicht jemand Ihre E-Mails. Ändern Sie auch deren Passwort.',
  releasedTitle: 'Ihre Wallet wurde in einem neuen Browser geöffnet',
  releasedText:
    'Sie wurde mit Codes geöffnet, die wir an Ihre E-Mail-Adresse gesendet haben. Waren Sie es, dann ist nichts zu tun.',
  releasedNote: 'Übertragen Sie sofort alles in eine andere Wallet, und ändern Sie das Passwort Ihres Postfachs.',
  page: {
    ask: {
      title: 'Das Öffnen Ihrer Wallet anhalten?',
      text: 'Dann kommt dieser Browser nicht in Ihre Wallet, und einen Tag lang kommt auch kein anderer per E-Mail hinein.',
    },
    cancelled: {
      title: 'Es ist angehalten',
      text: 'Niemand kam in Ihre Wallet. Ändern Sie das Passwort Ihres Postfachs: Jemand anderes liest vielleicht Ihre E-Mails.',
    },
    invalid: {
      title: 'Nichts anzuhalten',
      text: 'Das ist schon zu Ende, oder der Link ist nicht vollständig.',
    },
  },
}

const arabic: GuardianTexts = {
  site: 'طُلب في',
  codeSubject: 'رمزك لفتح محفظتك في متصفح جديد',
  codeTitle: 'رمزك لفتح محفظتك',
  codeText: 'اكتبه في النافذة التي طلبته فيها. يفتح محفظتك في ذلك المتصفح.',
  codeExpiry: 'يعمل مرة واحدة، لمدة {minutes} دقائق.',
  codeNote: 'من يملك هذا الرمز يمكنه أخذ كل ما في محفظتك. لا تعطه لأحد؛ لن يطلبه منك أحد، لا بالهاتف ولا بالبريد.',
  notMe: 'لم أكن أنا',
  notYou: 'لست أنت؟',
  begunSubject: 'يمكن فتح محفظتك في متصفح جديد ابتداءً من {time}',
  begunTitle: 'شخص يفتح محفظتك ببريدك',
  begunText: 'أدخل شخص الرمز الذي أرسلناه إليك. يمكن لذلك المتصفح فتح محفظتك ابتداءً من {time}.',
  begunNote: 'إن كنت أنت، فلا شيء عليك فعله حتى ذلك الحين. وإن لم تكن أنت، فأوقفه الآن بضغطة واحدة ومن دون تسجيل دخول.',
  stop: 'إيقاف',
  mailboxNote: 'إن لم تكن أنت، فقد يكون شخص ما يقرأ بريدك. غيّر كلمة مروره أيضًا.',
  releasedTitle: 'فُتحت محفظتك في متصفح جديد',
  releasedText: 'فُتحت برموز أرسلناها إلى عنوان بريدك. إن كنت أنت، فلا شيء عليك فعله.',
  releasedNote: 'انقل كل ما فيها إلى محفظة أخرى فورًا، وغيّر كلمة مرور بريدك.',
  page: {
    ask: {
      title: 'هل تريد منع هذا المتصفح من فتح محفظتك؟',
      text: 'عندها لن يدخل هذا المتصفح إلى محفظتك، ولن يدخل إليها أي متصفح آخر بالبريد لمدة يوم.',
    },
    cancelled: {
      title: 'تم الإيقاف',
      text: 'لم يدخل أحد إلى محفظتك. غيّر كلمة مرور صندوق بريدك، فقد يقرؤه شخص آخر.',
    },
    invalid: {
      title: 'لا شيء لإيقافه',
      text: 'انتهى هذا بالفعل، أو أن الرابط غير كامل.',
    },
  },
}

export const guardianTexts = selectMailTexts(messages, { de: german, ar: arabic })
