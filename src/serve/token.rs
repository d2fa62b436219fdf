//! A text that a client has to know.

use std::hint::black_box;

use thiserror::Error;

/// A text that a client has to know.
#[derive(Clone)]
pub struct Token(String);

/// Why a text is no token, or none can be made.
#[derive(Debug, Error)]
pub enum TokenError {
    /// It cannot be guessed only if it is long, and stands in an address as it is only if it is plain.
    #[error("a token has at least 8 characters, all of them letters, digits, '-', '.', '_' or '~'")]
    Text,
    /// The system gives no random numbers.
    #[error("the system gives no random numbers for a token: {0}")]
    Random(getrandom::Error),
}

impl Token {
    /// 128 random bits.
    ///
    /// # Errors
    /// [`TokenError::Random`].
    pub fn random() -> Result<Token, TokenError> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(TokenError::Random)?;
        Ok(Token(format!("{:032x}", u128::from_ne_bytes(bytes))))
    }

    /// A token that somebody has chosen.
    ///
    /// # Errors
    /// [`TokenError::Text`].
    pub fn new(text: &str) -> Result<Token, TokenError> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
        if text.len() < 8 || !text.bytes().all(plain) {
            return Err(TokenError::Text);
        }
        Ok(Token(text.to_owned()))
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Compares in a time that does not depend on where the texts differ.
    pub(crate) fn is(&self, text: &str) -> bool {
        let different = self.0.bytes().zip(text.bytes()).fold(0, |sum, (a, b)| black_box(sum | (a ^ b)));
        self.0.len() == text.len() && different == 0
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token")
    }
}
